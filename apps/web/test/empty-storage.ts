// Test files follow one another in one browser: what one has stored, such as a session, is not the next one's.
localStorage.clear();
sessionStorage.clear();
