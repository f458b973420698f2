import { sql, type Kysely } from 'kysely'

/** Indexes for filters and orders of the lists of appeals and calls (ADR 0720), without drafts and deleted rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const seen = 'where not deleted and state > 0'
  for (const [name, column] of [
    ['street', 'street'],
    ['source', 'source_type'],
    ['result', 'deal_result'],
    ['office', 'office_id'],
    ['type_newest', 'type_id'],
  ] as const)
    await run(`create index appeal_list_${name} on appeal (${column}, submitted_at desc, id desc) ${seen}`)
  await run(`create index appeal_list_number on appeal (appeal_no text_pattern_ops) ${seen}`)
  await run(`create index appeal_list_deadline on appeal (deadline, id) ${seen}`)
  await run(`create index appeal_list_score on appeal (score, id) ${seen}`)
  await run(`create index appeal_list_best on appeal (score desc nulls last, id desc) ${seen}`)
  await run(`create index appeal_list_closed on appeal (closed_at, id) ${seen}`)
  await run(`create index appeal_list_closed_last on appeal (closed_at desc nulls last, id desc) ${seen}`)
  await run(`create index appeal_to_rule on appeal (submitted_at desc, id desc) where ruling and not deleted and state > 0`)
  await run(
    `create index appeal_to_extend on appeal (submitted_at desc, id desc) where extend_days is not null and not deleted and state > 0`,
  )
  await run('create index appeal_paused on appeal (id) where paused_at is not null and not deleted')

  await run('create index call_record_result on call_record (result, start_time desc, id desc) where not deleted')
  await run('create index call_record_direction on call_record (direction, start_time desc, id desc) where not deleted')
  await run('create index call_record_type_newest on call_record (type_id, start_time desc, id desc) where not deleted')
}
