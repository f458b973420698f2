export { privateSocketDir } from './embedded.ts'
export { maintain, openDatabase, withStatementLimit } from './open.ts'
export { DatabaseRefused, type Db, type DbLog, type Engine, type OpenedDatabase } from './types.ts'
