//! A model built by hand.

mod common;

#[test]
fn writes() {
    let options = codegen::Options {
        crate_name: "pan_every".to_owned(),
        model_name: "every".to_owned(),
        header_path: "examples/every.pml".to_owned(),
        optimized: false,
        runtime: r#"{ package = "pvgen-runtime", path = "/tmp/cg-snap/runtime" }"#.to_owned(),
        tail: "\n[workspace]\n".to_owned(),
    };
    let generated = codegen::generate(&common::model(), &options);
    for (path, text) in generated.files {
        let path = std::path::Path::new("/tmp/codegen-hand").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}
