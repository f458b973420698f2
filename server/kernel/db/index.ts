import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/schema.ts'

export type Db = Kysely<Database>
export interface OpenedDatabase { pool: pg.Pool; db: Db; engine: 'pglite' | 'postgres'; close(): Promise<void> }
export declare function openDatabase(options: { url: string | undefined; dataDir: string; poolMax: number; log: FastifyBaseLogger }): Promise<OpenedDatabase>
