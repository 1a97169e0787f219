// In development React reports each render to the performance panel and gives each element a task
// for its stack trace, a tenth of the time of these tests, unless the console lacks these functions.
Reflect.deleteProperty(console, 'timeStamp');
Reflect.deleteProperty(console, 'createTask');
