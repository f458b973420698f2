import { writeFile } from 'node:fs/promises'
import { shanghaiDay } from '../../contract/shanghai.ts'
import { withTemporary } from '../kernel/files/files.ts'
import { delivers } from '../kernel/jobs/outbox.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { pdfFont } from '../kernel/pdf/font.ts'
import { keepInVault } from '../declaration/index.ts'
import { pdfName, printAll } from './certificate-files.ts'
import { certificates } from './certificate-queries.ts'

/** Outbox kind for storing certificates in the vault of a company. */
export const VAULT = 'train.vault'

/** Stores certificates after the commit; may run twice. A vault contains a number once, and revoked certificates are skipped. */
async function deliver(k: Kernel, ids: readonly number[]): Promise<void> {
  // Without a font no PDF can be drawn; the page of the certificate remains.
  if (pdfFont(k.config) === null) return
  const rows = await certificates(k.db)
    .where('t.id', 'in', [...ids])
    .where('t.company_id', 'is not', null)
    .where('t.revoked_at', 'is', null)
    .orderBy('t.id')
    .execute()
  if (rows.length === 0) return
  await printAll(k, rows, (pdf, row) =>
    withTemporary(k, async (path) => {
      await writeFile(path, pdf)
      await keepInVault(k, {
        companyId: row.company_id!,
        name: `培训证书：${row.title}`,
        kind: 'certificate',
        number: row.number,
        issuedOn: shanghaiDay(Date.parse(row.issued_at)),
        note: '由平台在活动结束后发出，扫二维码可以核验。',
        path,
        fileName: pdfName(k, row),
        mime: 'application/pdf',
      })
    }),
  )
}

export const deliverToVaults = (k: Kernel): void => delivers(k, VAULT, ({ payload }) => deliver(k, (payload as { ids: number[] }).ids))
