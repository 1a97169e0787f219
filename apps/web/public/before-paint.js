// Runs before the first paint, so that a stored theme and language show without a flash. It is a
// file of its own because the content security policy refuses inline scripts.
try {
  const theme = localStorage.getItem('theme-mode');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (localStorage.getItem('preferred-language') === 'bg') document.documentElement.lang = 'bg';
} catch {
  // Storage may be forbidden: the system's theme then stands.
}
