byte b = TWO(1);
