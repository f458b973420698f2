import type { FormMaterial, ProjectTemplate } from '../../contract/declaration.ts'
import { fill, messages } from '../../contract/messages.ts'
import { suffixText } from '../../contract/upload-kinds.ts'
import type { StoredFiles } from '../../db/tables/declaration.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { attachFiles, detachFiles } from '../kernel/files/access.ts'
import { invalid, type FieldIssue } from '../kernel/errors.ts'

type FileRow = { key: string; name: string; size: number }

/**
 * Attaches uploaded files to a declaration and returns their stored form. A file must be the actor's own and unattached, or already
 * attached to this declaration (U-04); suffix, size and number must fit the material. Throws INVALID with `files.<material>`.
 */
export async function attachMaterials(
  db: Db,
  actor: Actor,
  declarationId: number,
  t: ProjectTemplate,
  wanted: Record<string, string[]>,
): Promise<StoredFiles> {
  const keys = [...new Set(Object.values(wanted).flat())]
  const found = new Map<string, FileRow>(
    (keys.length === 0
      ? []
      : await db
          .selectFrom('file')
          .select(['key', 'name', 'size'])
          .where('key', 'in', keys)
          .where('scan_state', '<>', 'infected')
          .where((e) =>
            e.or([
              e.and([e('owner_id', '=', actor.userId), e('object_type', 'is', null)]),
              e.and([e('object_type', '=', 'declaration'), e('object_id', '=', String(declarationId))]),
            ]),
          )
          .execute()
    ).map((f) => [f.key, f]),
  )
  const issues: FieldIssue[] = []
  const kept: StoredFiles = {}
  for (const [materialKey, fileKeys] of Object.entries(wanted)) {
    if (fileKeys.length === 0) continue
    const material = t.materials.find((m) => m.key === materialKey)
    const fault = material ? materialFault(material, fileKeys, found) : `不支持的材料：${materialKey}`
    if (fault) issues.push({ path: `files.${materialKey}`, message: fault })
    else kept[materialKey] = fileKeys.map((key) => ({ filePath: key, fileName: found.get(key)!.name, size: found.get(key)!.size }))
  }
  if (issues.length) throw invalid(issues)
  await attachFiles(db, actor, keys, 'declaration', declarationId)
  return kept
}

function materialFault(m: FormMaterial, keys: readonly string[], found: ReadonlyMap<string, FileRow>): string | null {
  if (keys.length > m.maxCount) return fill(messages.fileCountExceeded, { limit: m.maxCount })
  for (const key of keys) {
    const file = found.get(key)
    if (!file) return '文件不存在或已失效，请重新上传'
    if (!m.accept.some((ext) => file.name.toLowerCase().endsWith(ext)))
      return fill(messages.fileTypeWrong, { accept: suffixText(m.accept) })
    if (file.size > m.maxMb * 1024 * 1024) return fill(messages.fileTooLarge, { n: m.maxMb })
  }
  return new Set(keys).size === keys.length ? null : '同一文件不能重复上传'
}

/**
 * Those of these files, by key, whose paper expired before `today`. Expiry is known for papers from the vault, taken directly or through an
 * earlier declaration.
 */
export async function endedOf(db: Db, files: StoredFiles, today: string): Promise<Map<string, string>> {
  const keys = Object.values(files)
    .flat()
    .map((f) => f.filePath)
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('file')
    .select(['key', 'valid_until'])
    .where('key', 'in', keys)
    .where('valid_until', '<', today)
    .execute()
  return new Map(rows.map((r) => [r.key, r.valid_until!]))
}

/** Those of the stored files that can be copied and sent: existing, scanned and not expired. */
export async function usableOf(db: Db, keys: readonly string[], today: string): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('file')
    .select('key')
    .where('key', 'in', keys)
    .where('scan_state', 'not in', ['infected', 'pending'])
    .where((e) => e.or([e('valid_until', 'is', null), e('valid_until', '>=', today)]))
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** Detaches files that neither the draft nor a submitted round uses any more. */
export async function releaseMaterials(db: Db, declarationId: number, before: StoredFiles, after: StoredFiles): Promise<void> {
  const keysOf = (files: StoredFiles) =>
    Object.values(files)
      .flat()
      .map((f) => f.filePath)
  const rounds = await db.selectFrom('declaration_round').select('files').where('declaration_id', '=', declarationId).execute()
  const held = new Set([...keysOf(after), ...rounds.flatMap((r) => keysOf(r.files))])
  await detachFiles(
    db,
    keysOf(before).filter((key) => !held.has(key)),
    'declaration',
    declarationId,
  )
}
