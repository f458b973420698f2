import type { Part } from '../stage.ts'
import { killRounds } from './kills.ts'
import { moveDrill } from './transfer.ts'

/** What was confirmed stays: after kill -9 on PostgreSQL, and through the move to it (D-01, L-03, Q-01). */
export const part: Part = {
  name: 'durability',
  run: async (stage) => (stage.engines.includes('postgres') ? [...(await killRounds(stage, 'postgres')), ...(await moveDrill(stage))] : []),
}
