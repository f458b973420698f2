import { noFaults, type Finding } from '../finding.ts'
import { DidNotStart } from '../server-process.ts'
import type { ProofStage } from '../stage.ts'

const GOOD = 'k3yMaterial-0123456789-abcdefghijklm'
const production = { DEMO: '', DEMO_CAPTCHA: '', SECRET_KEY: GOOD, PUBLIC_URL: 'https://qifu.example.gov.cn' }
/** Name and environment of each start. */
const starts: [string, Record<string, string>][] = [
  ['没有密钥', { ...production, SECRET_KEY: '' }],
  ['密钥 31 字符', { ...production, SECRET_KEY: GOOD.slice(0, 31) }],
  ['密钥是同一个字符', { ...production, SECRET_KEY: 'a'.repeat(40) }],
  ['正式环境固定验证码', { ...production, DEMO_CAPTCHA: 'abcd' }],
  ['没有对外地址', { ...production, PUBLIC_URL: '' }],
  ['演示验证码对外监听', { HOST: '0.0.0.0' }],
  ['演示账号在互联网地址上', { DEMO_CAPTCHA: '', PUBLIC_URL: 'https://qifu.example.gov.cn' }],
]
const LIMIT_MS = 5000

/** a server with an unsafe configuration does not start, and gives the reason. */
export async function badStarts(stage: ProofStage): Promise<Finding[]> {
  const wrong: string[] = []
  const start = async (name: string, env: Record<string, string>, dataDir: string): Promise<number> => {
    const from = performance.now()
    try {
      const app = await stage.app({ engine: 'pglite', env, dataDir, within: 60_000 })
      wrong.push(`${name}: it started`)
      await app.stop()
    } catch (error) {
      if (!(error instanceof DidNotStart)) throw error
      if (error.code === 0 || error.code === null) wrong.push(`${name}: ended with ${error.code}`)
      if (!/[\u4e00-\u9fff]/.test(error.log)) wrong.push(`${name}: no reason was given`)
    }
    return Math.round(performance.now() - from)
  }
  /** The shortest of three starts when the first was late, because the load of other processes is not the product's. */
  const refused = async (name: string, env: Record<string, string>, dataDir: string, limit: number) => {
    let took = await start(name, env, dataDir)
    for (let again = 0; took > limit && again < 2; again++) took = Math.min(took, await start(name, env, dataDir))
    if (took > limit) wrong.push(`${name}: ${took} ms until it ended`)
  }
  for (const [name, env] of starts) await refused(name, env, `${stage.dir}/never-${wrong.length}`, LIMIT_MS)
  let tried = starts.length
  if (stage.scale !== 'short') {
    tried += 1
    // Slower, because the folder is opened and migrated before its accounts can be checked.
    await refused('演示账号还在', { ...production, SECRET_KEY: 'test-only-0123456789abcdefghijklmnop' }, await stage.folder(), 4 * LIMIT_MS)
  }
  // Seen red: 6.4 s and 9.4 s until the end on a busy machine. And with the superRefine of config.ts left out: it started. The demo at an address of the internet: it started.
  return [
    noFaults(
      { id: 'A-08', what: '缺密钥、弱密钥、演示账号、固定验证码的正式环境，和互联网地址上的演示，都不启动（5 秒内说明原因）' },
      wrong,
      tried,
    ),
  ]
}
