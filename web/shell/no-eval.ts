// The browser forbids eval (CSP); zod looks here before it tries to compile its parsers. First of all: the modules of a page come alive before the entry.
if (typeof document !== 'undefined') (globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true }
