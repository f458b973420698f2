import type { Part } from '../stage.ts'
import { databaseAway } from './database.ts'
import { neighboursAway } from './neighbours.ts'
import { stopUnderLoad } from './stop.ts'

/** What users get while a neighbour is away, while we stop, and while too many come (V-01, V-04, V-05, V-06). */
export const part: Part = {
  name: 'availability',
  run: async (stage) => [
    ...(stage.engines.includes('postgres') ? [...(await databaseAway(stage)), ...(await neighboursAway(stage))] : []),
    ...(await stopUnderLoad(stage)),
  ],
}
