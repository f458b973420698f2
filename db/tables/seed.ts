import type { Instant } from '../columns.ts'

export interface SeedTables {
  seed_run: SeedRunTable
}
export interface SeedRunTable {
  name: string
  at: Instant
}
