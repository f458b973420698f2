import type { Part } from '../stage.ts'
import { folderLock, killRounds } from './kills.ts'
import { killedMigrations } from './migrations.ts'
import { backupDrill, moveDrill } from './transfer.ts'

/** What was confirmed stays: after kill -9, in a half-done migration, through backup and move (D-01, D-02, D-04, L-03, Q-01). */
export const part: Part = {
  name: 'durability',
  run: async (stage) => {
    const findings = []
    for (const engine of stage.engines) {
      stage.say(`${engine}: kills`)
      findings.push(...(await killRounds(stage, engine)))
      stage.say(`${engine}: migrations`)
      findings.push(...(await killedMigrations(stage, engine)))
      // The short form leaves the drill to the engine that needs its running process for it.
      if (stage.scale !== 'short' || engine === 'pglite') findings.push(...(await backupDrill(stage, engine)))
    }
    findings.push(...(await folderLock(stage)))
    if (stage.engines.includes('postgres')) findings.push(...(await moveDrill(stage)))
    return findings
  },
}
