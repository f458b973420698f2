/**
 * node proof/durability/send-worker.ts: the product's own kernel on the data of a proof, sending; it is killed with -9 from outside. A server
 * cannot take its place, because at night it sends nothing: here the clock is set.
 */
import { createApp } from '../../server/app.ts'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { runRecurring } from '../../server/kernel/jobs/jobs.ts'
import { testConfig, testLog } from '../../server/kernel/testing/config.ts'

const { PROOF_DATA, PROOF_DATABASE, PROOF_NOW, PROOF_CLOUD, PROOF_RUNS } = process.env
const ahead = Date.parse(PROOF_NOW!) - Date.now()
const opened = await openDatabase({ ...(PROOF_DATABASE ? { url: PROOF_DATABASE } : {}), dataDir: PROOF_DATA!, log: testLog })
const cloud = { ALIYUN_SMS_ENDPOINT: PROOF_CLOUD!, ALIYUN_SMS_KEY_ID: 'proof', ALIYUN_SMS_KEY_SECRET: 'proof-secret', SMS_SIGN: '云溪企服' }
const app = await createApp(testConfig(PROOF_DATA!, { ...cloud, SMS_DAILY: '100000' }), opened, {
  clock: { now: () => new Date(Date.now() + ahead) },
  log: testLog,
  pages: false,
})
process.send?.('ready')
// Each run asks the provider for at most two hundred results.
for (let run = 0; run < Number(PROOF_RUNS); run++) await runRecurring(app.kernel, 'sms.send')
process.send?.('done')
await app.close()
await opened.close()
