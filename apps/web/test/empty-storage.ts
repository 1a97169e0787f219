// Test files share one browser, so storage is cleared between them.
localStorage.clear();
sessionStorage.clear();
