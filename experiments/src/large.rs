//! Models of the size of a kernel's: what generating, building and running their analyzers takes.

use crate::compile_time::{self, Steps};
use crate::large_models;
use std::fs;
use support::analyzer::{self, Recipe};
use support::process::Finished;

/// Measures both models, or writes one of them.
///
/// # Errors
/// A model is refused, or its analyzer does not build.
pub fn run(write: Option<&str>) -> Result<(), String> {
    let models = [
        ("inlines", large_models::inlines()),
        ("statements", large_models::statements()),
    ];
    if let Some(name) = write {
        let found = models.iter().find(|(known, _)| *known == name);
        let (_, text) = found.ok_or("the models are `inlines` and `statements`")?;
        print!("{text}");
        return Ok(());
    }
    println!("wanted: generated within 10 s, built within 60 s on two cores, rustc below 4 GB");
    let folder = analyzer::scratch().join("models");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    for (name, text) in models {
        let path = folder.join(format!("large-{name}.pml"));
        support::write_if_changed(&path, &text);
        let recipe = Recipe::new(&path);
        let analyzer = analyzer::build(std::slice::from_ref(&recipe)).remove(0);
        let analyzer = analyzer.map_err(|refused| refused.all_output())?;
        let Steps { generate, build } = compile_time::steps(&recipe, &analyzer)?;
        let steps = [generate, build, analyzer.run(&[]).finished];
        let [generate, build, search] = steps.each_ref().map(shown);
        println!("{name}: pvgen {generate}; cargo {build}; search {search}");
    }
    Ok(())
}

fn shown(step: &Finished) -> String {
    format!(
        "{:.1} s, processor {:.1} s, {} MB",
        step.elapsed.as_secs_f64(),
        step.cpu.as_secs_f64(),
        step.peak_rss_bytes / 1_000_000
    )
}
