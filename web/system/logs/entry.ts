import type { RowOf } from '../../../contract/endpoint.ts'
import type { system } from '../../../contract/system.ts'

export type LogEntry = RowOf<typeof system.listLogs>
