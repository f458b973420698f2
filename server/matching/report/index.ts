import { report as endpoints } from '../../../contract/matching/report.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { medicalReport } from './build.ts'

export function joinReport(k: Kernel): void {
  implement(k, 'matching', endpoints, {
    medicalReport: ({ body, actor }) => medicalReport(k, actor, body),
    file: async ({ body, actor }) => {
      const found = await medicalReport(k, actor, body)
      // The library for Word files is loaded only when it is needed.
      const { reportDocument } = await import('./document.ts')
      return {
        fileName: `政策体检报告-${found.companyName}-${found.asOf}.docx`,
        mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        body: await reportDocument(found),
      }
    },
  })
}
