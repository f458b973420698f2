import { notFound } from '../errors.ts'
import type { FileAnswer } from '../implement.ts'
import type { Kernel } from '../kernel.ts'
import { namedPerKernel } from '../per-kernel.ts'

export type MakeTemplate = () => Promise<FileAnswer>
const templates = namedPerKernel<MakeTemplate>('template')

/** A domain offers an empty form (such as an import sheet) under a code; anyone may download it. */
export function offersTemplate(k: Kernel, code: string, make: MakeTemplate): void {
  templates.add(k, code, make)
}

export function makeTemplate(k: Kernel, code: string): Promise<FileAnswer> {
  const make = templates.find(k, code)
  if (!make) throw notFound('模板不存在')
  return make()
}
