import type { Db } from '../server/kernel/db/index.ts'
export declare function migrate(db: Db): Promise<void>
