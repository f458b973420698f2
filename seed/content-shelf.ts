import { stat, writeFile } from 'node:fs/promises'
import { Document, HeadingLevel, Packer, Paragraph } from 'docx'
import { inFen } from '../contract/money.ts'
import { shelfWords } from '../server/content/index.ts'
import { setFilesPublic } from '../server/kernel/files/access.ts'
import { keepMade, withTemporary } from '../server/kernel/files/files.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { products } from './content-products.ts'
import { services, type DemoService } from './content-services.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

const SERVICE = 'service'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const PUBLISHED = 1

const documentOf = ([title = '', ...text]: readonly string[]) =>
  Packer.toBuffer(
    new Document({
      sections: [
        { children: [new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }), ...text.map((line) => new Paragraph(line))] },
      ],
    }),
  )

/** A template belongs to its service and is public while the service is. */
async function attach(k: Kernel, id: number, { name, text }: NonNullable<DemoService['template']>): Promise<void> {
  const { stored, size } = await withTemporary(k, async (path) => {
    await writeFile(path, await documentOf(text))
    const { size } = await stat(path)
    const stored = await keepMade(k, path, { name, mime: DOCX, ownerId: null, bizType: SERVICE, objectType: SERVICE, objectId: String(id) })
    return { stored, size }
  })
  await k.db
    .updateTable('service_item')
    .set({ attachments: JSON.stringify([{ fileId: stored.filePath, fileName: name, size }]) })
    .where('id', '=', id)
    .execute()
  await setFilesPublic(k.db, SERVICE, id, true)
}

async function demoServices(k: Kernel): Promise<void> {
  for (const [i, { template, forWhom, url, ...one }] of services.entries()) {
    // Skips entries of an interrupted start.
    if (await k.db.selectFrom('service_item').select('id').where('title', '=', one.title).executeTakeFirst()) continue
    const { id } = await k.db
      .insertInto('service_item')
      .values({ ...one, for_whom: forWhom, url: url ?? null, state: PUBLISHED, sort: i + 1, publish_time: k.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shelfWords.service_item.write(k.db, [id])
    if (template) await attach(k, id, template)
  }
}

const demoProducts = async (k: Kernel): Promise<void> => {
  if (await k.db.selectFrom('finance_product').select('id').executeTakeFirst()) return
  const made = await k.db
    .insertInto('finance_product')
    .values(
      products.map((p, i) => ({
        name: p.name,
        bank: p.bank,
        product_type: p.type,
        min_amount: inFen(p.amount[0]),
        max_amount: inFen(p.amount[1]),
        rate_min: String(p.rate[0]),
        rate_max: String(p.rate[1]),
        terms: [...p.terms],
        guarantees: [...p.guarantees],
        repays: [...p.repays],
        approve_days: p.days,
        target: p.target,
        conditions_text: p.conditions,
        materials: '营业执照、近两年财务报表、近半年银行流水',
        rule: p.rule ? JSON.stringify(p.rule) : null,
        state: PUBLISHED,
        sort: i + 1,
        publish_time: k.clock.now(),
      })),
    )
    .returning('id')
    .execute()
  await shelfWords.finance_product.write(
    k.db,
    made.map(({ id }) => id),
  )
}

export const contentShelfSeeds: readonly Seed[] = [
  { name: 'services of demo', demoOnly: true, run: (k) => seedOnce(k, 'services of demo', () => demoServices(k)) },
  { name: 'finance products of demo', demoOnly: true, run: (k) => seedOnce(k, 'finance products of demo', () => demoProducts(k)) },
]
