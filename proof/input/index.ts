import type { Finding } from '../finding.ts'
import type { Part } from '../stage.ts'
import { contentTypes, noText } from './encodings.ts'
import { fuzz, seedOf } from './fuzz.ts'
import { hardText } from './hard-text.ts'
import { hostileServer, PUBLIC_URL } from './hostile-data.ts'
import { inTime } from './late-calls.ts'
import { pageLimits } from './numbers.ts'
import { outbound } from './outbound.ts'
import { prototypeKeys } from './prototype.ts'
import { reflectedScripts } from './reflected.ts'
import { regexes } from './regexes.ts'
import { inputScene } from './scene.ts'
import { slowAndBig } from './slow.ts'
import { likeSigns, sqlStrings } from './sql.ts'
import { wideTables } from './wide.ts'
import { storedScripts } from './xss.ts'

/** Wrong, hostile, large and slow input (I-01 … I-08). PROOF_SEED=number repeats the random part. */
export const part: Part = {
  name: 'input',
  run: async (stage) => {
    const findings: Finding[] = []
    const seed = seedOf(process.env.PROOF_SEED)
    stage.say(`PROOF_SEED=${seed}`)
    for (const engine of stage.scale === 'short' ? stage.engines.slice(-1) : stage.engines) {
      const scene = await inputScene(stage, engine)
      const checks = {
        'content types': () => contentTypes(stage, scene),
        'no text': () => noText(stage, scene),
        pages: () => pageLimits(scene),
        prototype: () => prototypeKeys(stage, scene),
        sql: () => sqlStrings(stage, scene),
        like: () => likeSigns(scene),
        'hard text': () => hardText(stage, scene),
        // Last, because its changes would change the results of the others.
        fuzz: () => fuzz(stage, scene, seed),
      }
      for (const [name, check] of Object.entries(checks)) {
        stage.say(`${engine}: ${name}`)
        findings.push(...(await check()))
      }
      await scene.app.stop()
    }
    // How a browser shows a text does not depend on the engine.
    const { app, planted } = await hostileServer(stage, stage.engines.at(-1)!)
    const shown = {
      reflected: () => reflectedScripts(stage, app),
      stored: () => storedScripts(stage, app, planted),
    }
    for (const [name, check] of Object.entries(shown)) {
      stage.say(name)
      findings.push(...(await check()))
    }
    await app.stop()
    stage.say('outbound')
    findings.push(...(await outbound(stage, stage.engines.at(-1)!)))
    stage.say('regular expressions')
    return [...findings, ...(await regexes())]
  },
  alone: async (stage) => {
    stage.say('late calls')
    const late = await inTime(stage)
    const app = await stage.app({ engine: stage.engines.at(-1)!, env: { PUBLIC_URL } })
    stage.say('slow')
    const findings = await slowAndBig(stage, app)
    await app.stop()
    stage.say('wide tables')
    return [late, ...findings, ...(await wideTables(stage))]
  },
}
