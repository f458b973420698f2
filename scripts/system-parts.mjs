// The system packages that the tests need: a browser, a Chinese font, a PostgreSQL server.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { has, say } from './bootstrap.mjs'

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Chromium without a window: the same engine with two fifths of the processor time. */
const headlessShell = '/usr/bin/chromium-headless-shell'

export const findChromium = () => [process.env.CHROMIUM_PATH, ...browsers].find((path) => path && existsSync(path))
/** The browser for the journeys in e2e/ and for the proof, except where the browser itself is measured (Lighthouse). */
export const findHeadless = () => [process.env.CHROMIUM_PATH, headlessShell, ...browsers].find((path) => path && existsSync(path))

const hasChineseFont = () => {
  try {
    return execFileSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).trim() !== ''
  } catch {
    return existsSync('/usr/share/fonts/opentype/noto')
  }
}

const hasPostgres = () =>
  Boolean(process.env.TEST_DATABASE_URL)
  || (existsSync('/usr/lib/postgresql')
    && readdirSync('/usr/lib/postgresql').some(
      (version) => Number(version) >= 15 && existsSync(`/usr/lib/postgresql/${version}/bin/initdb`),
    ))

const parts = [
  { name: 'chromium', packages: ['chromium'], found: () => Boolean(findChromium()) },
  { name: 'chromium-headless-shell', packages: ['chromium-headless-shell'], found: () => existsSync(headlessShell), isOptional: true },
  { name: 'fonts', packages: ['fonts-noto-cjk', 'fontconfig'], found: hasChineseFont },
  { name: 'postgresql', packages: ['postgresql'], found: hasPostgres },
  // The proof runs deploy/nginx.conf; without nginx that part reports that it did not run.
  { name: 'nginx', packages: ['nginx'], found: () => existsSync('/usr/sbin/nginx'), isOptional: true },
]

/**
 * Finds the packages, and installs missing ones when it may (root with apt-get). Returns the names of those still missing, and whether that
 * is a failure: it is with CI set, and for root on Debian.
 */
export function provide() {
  const mayInstall = process.getuid?.() === 0 && has('apt-get')
  const missing = () => parts.filter((part) => !part.found())
  const wanted = missing().flatMap((part) => part.packages)
  if (wanted.length && mayInstall) {
    say(`正在安装系统软件包：${wanted.join(' ')}…`)
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        // Without a run level a package starts no service, so that nothing listens here.
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      })
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...wanted)
  }
  const still = missing().filter((part) => !part.isOptional)
  if (still.length)
    say(`缺少 ${still.map((part) => part.name).join('、')}，请安装：apt-get install ${still.flatMap((part) => part.packages).join(' ')}`)
  return { missing: still.map((part) => part.name), isFailure: Boolean(process.env.CI) || mayInstall }
}
