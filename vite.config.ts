import { resolve } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { slimScreens } from './scripts/vite-screens.ts'
import { inlineMessages } from './scripts/vite-messages.ts'
import { workFrame } from './scripts/vite-work-frame.ts'
import { contractWire } from './scripts/vite-wire.ts'
import { clientOnlyFiles } from './web/screens.ts'

const web = resolve(import.meta.dirname, 'web')
const clientOnly = new Set(clientOnlyFiles().map((file) => resolve(web, file)))

/** Workbench screens never render on the server, so they and antd are left out of the server build (web/screens.ts lists them). */
const clientOnlyScreens = (): Plugin => ({
  name: 'client-only-screens',
  enforce: 'pre',
  load(id) {
    if (this.environment.name === 'ssr' && clientOnly.has(id.split('?', 1)[0] ?? ''))
      return 'export default function ClientOnly() { return null }'
  },
})

const { frame, outside } = workFrame(web)

// The code of every first view compresses better and arrives sooner as two files than as thirty (JavaScript budget, architecture §6).
const firstView = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 2 },
  {
    name: 'shell',
    test: /\/web\/((api|session|toast|context)\.ts|root\.tsx|session\/(session-reader|page-reader|page-storage|menus|failure|drafts|value-store|log-in-again|session-end|own-address|frame)\.ts|shell\/(account-area|back-to-top|early-click|no-eval|public-layout|chunks|confirm|display|error-page|footer|header|icons|lazy-part|link|menu|nonce|page-lifetime|public-frame|root-data|search-box|site-link|skip-link|sso|title|toast-host|version)\.tsx?)|\/web\/screens\/(public|standalone|screen-at)\.ts/,
    priority: 1,
  },
  // The rules of the session load after the page has become interactive.
  {
    name: 'runtime',
    test: /\/web\/session\/(runtime|account|browser|ending|request|refresh|store|watch|way-out|outside)\.ts/,
    priority: 1,
  },
  // Pages and the session share these names; they are separate, so that a page need not load the rules of the session.
  { name: 'came-from', test: /\/web\/session\/came-from\.ts/, priority: 2 },
  { name: 'typed', test: /\/web\/session\/(personal|typing)\.ts/, priority: 2 },
  // Pages for search engines use both.
  { name: 'public', test: /\/web\/shell\/(json-ld|public\/public-meta)\.tsx?/ },
  // Every page of one record uses them.
  { name: 'public-detail', test: /\/web\/shell\/public\/(public-detail|detail-parts|use-counted-view)\.tsx?/ },
  // Every public list uses both.
  { name: 'listing', test: /\/web\/(shell\/pager|kit\/table\/sort-bar)\.tsx/ },
  // A page of the workbench loaded 120 files, most of them under 3 KB; each costs a request and a compilation (ADR 0980).
  { name: outside, entriesAware: true },
  {
    name: 'antd',
    test: /node_modules\/(antd|@ant-design|@rc-component|rc-[a-z-]+)\//,
    entriesAware: true,
    entriesAwareMergeThreshold: 8000,
  },
  { name: frame },
]

export default defineConfig({
  plugins: [
    clientOnlyScreens(),
    slimScreens(web),
    contractWire({
      root: import.meta.dirname,
      // Forms need schemas, lists do not: forms are lazy `*.client.tsx`, and other files are built without the schema library.
      whole: (file) => file.includes('.client.'),
    }),
    inlineMessages(import.meta.dirname),
    reactRouter(),
  ],
  publicDir: 'web/public',
  // Without entries, the first requests in development get 504 Outdated Optimize Dep (stack-notes §3).
  optimizeDeps: { entries: ['web/root.tsx', 'web/**/*.tsx'] },
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    manifest: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: firstView },
            // Every view that loads parts later carries a list of the files they need, so what parts share is named by its hash alone
            // (build/client/.vite/manifest.json tells which is which).
            chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
            assetFileNames: 'assets/[hash][extname]',
          },
        },
      },
    },
  },
})
