// Dependency direction (docs/architecture.md): contract ← db ← kernel ← domain ← modules.ts ← app.ts ← seed, transfer; contract ← kit ← domain
// ← portal.
const { layoutOf, screens } = require('./web/screens.ts')

const readingScreens = screens
  .filter((screen) => screen.file && !screen.kit && layoutOf(screen) !== 'work')
  .map((screen) => `^web/${screen.file}$`)
const notDomains = '^web/(kit|shell|session|portal|screens|styles|public)/'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid('no-cycles', 'a cycle has no direction', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    forbid(
      'contract-alone',
      'the contract imports only zod and itself, and the cipher of the keys that both sides derive',
      { path: '^contract/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^contract/|node_modules/(zod|@noble/ciphers)/' },
    ),
    forbid(
      'web-without-server',
      'the web reaches the server through the contract',
      { path: '^web/' },
      { path: '^(server|db|seed|transfer)/' },
    ),
    forbid(
      'db-is-ground',
      'tables and migrations know the contract; nothing above them',
      { path: '^db/', pathNot: '\\.test\\.ts$' },
      { path: '^(server|seed|transfer|web)/' },
    ),
    // The process itself seeds at its start and answers backups; the catalogues in seed/data are JSON, which imports nothing.
    forbid(
      'server-below-roof',
      'the server does not know its seed, nor how its content is moved',
      { path: '^server/', pathNot: '^server/(serve|backup-socket)\\.ts$|^server/kernel/testing/|\\.test\\.ts$' },
      { path: '^(seed|transfer)/', pathNot: '^seed/data/' },
    ),
    forbid(
      'seed-and-transfer-apart',
      'the seed does not move content, and what moves content does not know the seed',
      { path: '^(seed|transfer)/', pathNot: '\\.test\\.ts$' },
      { path: '^(seed|transfer)/', pathNot: '^$1/' },
    ),
    forbid(
      'server-without-web',
      'only pages.ts knows that pages exist',
      { path: '^server/', pathNot: '^server/(pages|kernel/testing/)|\\.test\\.ts$' },
      { path: '^web/' },
    ),
    forbid(
      'kernel-without-domains',
      'the kernel knows no domain',
      { path: '^server/kernel/', pathNot: '^server/kernel/testing/|\\.test\\.ts$' },
      { path: '^server/(?!kernel/)' },
    ),
    forbid(
      'domain-front-door',
      'a server domain reaches another through its index.ts',
      { path: '^server/([^/]+)/', pathNot: '^server/kernel/|\\.test\\.ts$' },
      { path: '^server/[^/]+/', pathNot: '^server/($1|kernel)/|^server/[^/]+/index\\.ts$' },
    ),
    forbid(
      'domain-below-app',
      'domains do not know the app',
      { path: '^server/[^/]+/', pathNot: '^server/kernel/testing/|\\.test\\.ts$' },
      { path: '^server/(app|modules|main)\\.ts$' },
    ),
    forbid(
      'engine-is-pure',
      'the matching engine has no I/O',
      { path: '^server/matching/engine/', pathNot: '\\.test\\.ts$' },
      { path: '^server/(?!matching/engine/)|^(db|seed|transfer)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'kit-without-domains',
      'kit and session know no domain',
      { path: '^web/(kit|session)/' },
      { path: '^web/[^/]+/', pathNot: '^web/(kit|session|screens|styles)/' },
    ),
    forbid(
      'web-front-door',
      'a web domain reaches another through its index.ts',
      { path: '^web/([^/]+)/', pathNot: notDomains },
      {
        path: '^web/[^/]+/',
        // The editor and the trial of a form have antd; public pages reach the form by the first door.
        pathNot: ['^web/$1/', '^web/(kit|shell|session|screens|styles)/', '^web/[^/]+/index\\.tsx?$', '^web/form/(editor|try)/index\\.ts$'],
      },
    ),
    forbid(
      'form-alone',
      'the form engine knows no domain: what it shows of one is passed in',
      { path: '^web/form/' },
      { path: '^web/[^/]+/', pathNot: '^web/(form|kit|shell|session|screens|styles)/' },
    ),
    forbid(
      'form-without-declaration',
      'the form engine knows no declaration: not on the wire, in the server or in the web',
      { path: '^(contract|server|web)/form/', pathNot: '\\.test\\.tsx?$' },
      { path: '^(contract|server|web)/declar(e|ation)[./]|^db/tables/declaration' },
    ),
    forbid(
      'form-server-alone',
      'the form engine of the server rests on the kernel and knows no domain',
      { path: '^server/form/', pathNot: '\\.test\\.ts$' },
      { path: '^server/(?!(form|kernel)/)' },
    ),
    forbid(
      'form-contract-alone',
      'what a form consists of rests on the basic fields of the contract alone',
      { path: '^contract/form/' },
      { path: '^contract/(?!(form/|(fields|digits|messages|money|real-date|usual-number)\\.ts$))' },
    ),
    forbid(
      'shell-front-door',
      'the shell reaches a domain through its index.ts',
      { path: '^web/shell/' },
      { path: '^web/[^/]+/', pathNot: ['^web/(kit|shell|session|screens|styles)/', '^web/[^/]+/index\\.tsx?$'] },
    ),
    forbid(
      'shell-waits',
      'what the shell shows of a domain arrives when it is opened',
      { path: '^web/shell/' },
      { path: '^web/[^/]+/', pathNot: '^web/(kit|shell|session|screens|styles)/', dynamic: false },
    ),
    forbid('portal-is-last', 'nobody imports the portal', { path: '^web/', pathNot: '^web/portal/' }, { path: '^web/portal/' }),
    ...(readingScreens.length
      ? [
          forbid(
            'reading-without-antd',
            'public reading screens carry no antd',
            { path: readingScreens },
            { path: 'node_modules/(antd|@ant-design|@rc-component)/', reachable: true },
          ),
        ]
      : []),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.react-router)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'], conditionNames: ['import', 'node', 'default'] },
  },
}
