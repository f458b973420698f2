// The CSP forbids eval; zod reads this setting before it tries to compile its parsers. This must run first: a page's modules run before the
// entry.
if (typeof document !== 'undefined') (globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true }
