export default {
  entry: [
    'server/main.ts',
    'server/**/*-worker.ts',
    'server/**/*-apart.ts',
    'db/migrations/*.ts',
    // Found by their names.
    'seed/domains/*.ts',
    'server/*/testing/expected.ts',
    // Started by its path.
    'server/kernel/testing/prepare.ts',
    'scripts/*.{ts,mjs}',
    'bench/*.ts',
    'proof/*.ts',
    // The contract is also read by people and by the tools for the specification.
    'contract/**/*.ts',
  ],
  project: ['{contract,server,web,db,seed,transfer,e2e,bench,proof,scripts}/**/*.{ts,tsx,mjs}'],
  // Called by path or through npx. isbot is asked for by the entry that React Router would make; the entry here does without.
  ignoreDependencies: ['oxfmt', 'oxlint', 'isbot'],
  ignoreBinaries: ['mount', 'openssl', 'umount', 'fc-list', 'apt-get', 'setpriv', 'soffice'],
  ignoreExportsUsedInFile: true,
  rules: { types: 'off', duplicates: 'off', nsTypes: 'off' },
}
