import type { z } from 'zod'
import type { ImportMode, ImportState } from '../../../contract/imports.ts'
import type { Actor } from '../actor.ts'
import { invalid } from '../errors.ts'
import { keepReceived } from '../files/files.ts'
import { faultsIn } from '../http/input-faults.ts'
import type { Call, Kernel } from '../kernel.ts'
import { startImport } from './imports.ts'

/**
 * Receives the sheet of a multipart call and begins its import. `schema` checks the text fields beside the file (`importChoice` and the
 * domain's own); faults are reported at the names of these fields. `paramsOf` makes of them what the importer of `kind` gets, and may
 * refuse. The caller checks the rights.
 */
export async function receiveImport<F extends { mode: ImportMode; dryRun: boolean }>(
  k: Kernel,
  call: Call,
  actor: Actor,
  kind: string,
  schema: z.ZodType<F>,
  paramsOf: (fields: F) => object | Promise<object> = () => ({}),
): Promise<ImportState> {
  const { file, fields } = await keepReceived(k, actor, call, ['xlsx', 'xls'])
  const parsed = schema.safeParse(fields, { reportInput: true })
  if (!parsed.success) throw invalid(faultsIn(parsed.error))
  const { mode, dryRun } = parsed.data
  return startImport(k, actor, call, { kind, file, mode, dryRun, params: await paramsOf(parsed.data) })
}
