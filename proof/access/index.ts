import { liveEndpoints } from '../endpoints.ts'
import type { Engine, Finding } from '../finding.ts'
import type { Part, ProofStage } from '../stage.ts'
import { serverWithActors } from './actors.ts'
import { closedWithoutProof } from './closed.ts'
import { consentEnds } from './consent.ts'
import { extraKeys } from './extra-keys.ts'
import { foreignNames } from './foreign-names.ts'
import { framing } from './framing.ts'
import { headersEverywhere } from './headers.ts'
import { matrix } from './matrix.ts'
import { guessing, onBehalf } from './on-behalf.ts'
import { tenants } from './tenants.ts'

/**
 * Checks who may call what (C-01 … C-04), and the headers of answers (X-04, O-04), on a running server with the table of endpoints that it
 * publishes.
 */
export const part: Part = {
  name: 'access',
  run: async (stage) => {
    const findings: Finding[] = []
    // Rights do not depend on the engine; the short form uses the one that answers parallel calls in parallel.
    for (const engine of stage.scale === 'short' ? stage.engines.slice(-1) : stage.engines) {
      const { app, actors } = await serverWithActors(stage, engine)
      const endpoints = await liveEndpoints(app.admin)
      const scene = { base: app.base, engine, endpoints, actors }
      // Reading addresses and bodies is the same on both engines; in the normal form each engine checks half of the endpoints.
      const own = { ...scene, all: endpoints, endpoints: stage.scale === 'normal' ? shareOf(stage, engine, endpoints) : endpoints }
      stage.say(`${engine}: closed doors`)
      findings.push(...(await closedWithoutProof(stage, own)))
      stage.say(`${engine}: matrix`)
      findings.push(...(await matrix(stage, scene)))
      stage.say(`${engine}: tenants`)
      findings.push(...(await tenants(stage, scene)))
      stage.say(`${engine}: extra keys`)
      findings.push(...(await extraKeys(stage, own)))
      await app.stop()
      stage.say(`${engine}: consent and acting`)
      findings.push(...(await trust(stage, engine)))
    }
    // The headers that the kernel sets do not depend on the engine.
    stage.say('headers')
    findings.push(...(await headersEverywhere(stage, stage.engines.at(-1)!)))
    stage.say('foreign names')
    findings.push(...(await foreignNames(stage, stage.engines.at(-1)!)))
    if (stage.scale !== 'short') {
      stage.say('frames')
      findings.push(...(await framing(stage, stage.engines[0]!)))
    }
    return findings
  },
}

/** Runs on fresh data, because these checks change a company's consent. */
async function trust(stage: ProofStage, engine: Engine): Promise<Finding[]> {
  const { app, actors } = await serverWithActors(stage, engine)
  const scene = { base: app.base, engine, endpoints: await liveEndpoints(app.admin), actors }
  const findings = [
    ...(await consentEnds(stage, scene)),
    ...(await onBehalf(stage, app.base, engine)),
    ...(await guessing(stage, app.base, engine)),
  ]
  await app.stop()
  return findings
}

const shareOf = <T>({ engines }: ProofStage, engine: Engine, all: readonly T[]): T[] =>
  all.filter((_, at) => at % engines.length === engines.indexOf(engine))
