import { notFound } from '../errors.ts'
import type { FileAnswer } from '../implement.ts'
import type { Kernel } from '../kernel.ts'
import { perKernel } from '../per-kernel.ts'

export type MakeTemplate = () => Promise<FileAnswer>
const templates = perKernel(() => new Map<string, MakeTemplate>())

/** A domain offers an empty form to fill (an import sheet, say) under a code; anyone may load it. */
export function offersTemplate(k: Kernel, code: string, make: MakeTemplate): void {
  const known = templates(k)
  if (known.has(code)) throw new Error(`template ${code} is declared twice`)
  known.set(code, make)
}

export function makeTemplate(k: Kernel, code: string): Promise<FileAnswer> {
  const make = templates(k).get(code)
  if (!make) throw notFound('模板不存在')
  return make()
}
