import type { Part } from '../stage.ts'
import { auditFirst } from './audit-first.ts'
import { effectsOnce } from './effects.ts'
import { diskFull } from './disk-full.ts'
import { killRounds } from './kills.ts'
import { killedMigrations } from './migrations.ts'
import { killedRotation } from './rotation.ts'
import { backupDrill, moveDrill } from './transfer.ts'

/** What was confirmed stays: after kill -9, in a half-done migration, through backup and move (D-01, D-02, D-03, D-04, D-05, L-03, S-04, Q-01). */
export const part: Part = {
  name: 'durability',
  run: async (stage) => {
    const findings = []
    for (const engine of stage.engines) {
      stage.say(`${engine}: kills`)
      findings.push(...(await killRounds(stage, engine)))
      // What a killed process had in its hands is taken up again after a minute: too long for the short form.
      if (stage.scale !== 'short') {
        stage.say(`${engine}: effects`)
        findings.push(...(await effectsOnce(stage, engine)))
        stage.say(`${engine}: rotation`)
        findings.push(...(await killedRotation(stage, engine)))
        stage.say(`${engine}: audit first`)
        findings.push(...(await auditFirst(stage, engine)))
      }
      stage.say(`${engine}: migrations`)
      findings.push(...(await killedMigrations(stage, engine)))
      // The short form leaves the drill to the engine that needs its running process for it.
      if (stage.scale !== 'short' || engine === 'pglite') findings.push(...(await backupDrill(stage, engine)))
      if (stage.scale !== 'short') {
        stage.say(`${engine}: full disks`)
        findings.push(...(await diskFull(stage, engine)))
      }
    }
    if (stage.engines.includes('postgres')) findings.push(...(await moveDrill(stage)))
    return findings
  },
}
