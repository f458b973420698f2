import type { ProjectTemplate } from '../../contract/declaration.ts'
import type { FormData } from '../../contract/form/rules.ts'
import { workOutForm } from '../../contract/form/values.ts'
import { FileLinks } from './review/file-links.tsx'
import { MATERIALS, isOpen, valueText } from '../form/index.ts'
import question from '../kit/form/question.module.css'
import styles from './declare.module.css'

interface Props {
  t: ProjectTemplate
  data: FormData
  files: Readonly<Record<string, readonly { filePath: string; fileName: string }[]>>
  previous?: { formData: FormData; files: Readonly<Record<string, readonly { filePath: string }[]>> } | null
  unlocked?: readonly string[] | null
  /** hidden parts; computed from `data` when absent */
  hidden?: ReadonlySet<string>
  /** the heading level below the surrounding one */
  heading?: 'h2' | 'h3'
  onEdit?: (part: string) => void
}
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
const paths = (list: readonly { filePath: string }[] = []) => list.map((f) => f.filePath)

/** All answers by section; changes since the last round are marked. */
export function CheckAnswers({
  t,
  data,
  files,
  previous = null,
  unlocked = null,
  hidden = workOutForm(t, data).hidden,
  heading: Heading = 'h3',
  onEdit,
}: Props) {
  const materials = t.materials.filter((m) => !hidden.has(`files.${m.key}`))
  const edit = (part: string, title: string, can: boolean) =>
    onEdit
    && can && (
      <button type="button" className={question.link} onClick={() => onEdit(part)} aria-label={`修改${title}`}>
        修改
      </button>
    )
  return (
    <>
      {t.sections
        .filter((s) => !hidden.has(`section.${s.key}`))
        .map((s) => (
          <section key={s.key} className={styles.answers}>
            <Heading>
              {s.title}
              {edit(
                s.key,
                s.title,
                s.fields.some((f) => isOpen(unlocked, `form.${f.key}`)),
              )}
            </Heading>
            <dl>
              {s.fields
                .filter((f) => !hidden.has(`form.${f.key}`))
                .map((f) => (
                  <div key={f.key}>
                    <dt>{f.label}</dt>
                    <dd>
                      {valueText(f, data[f.key])}
                      {previous && !same(previous.formData[f.key], data[f.key]) && (
                        <span className={styles.changed}>已修改，原为 {valueText(f, previous.formData[f.key])}</span>
                      )}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      {materials.length > 0 && (
        <section className={styles.answers}>
          <Heading>
            申报材料
            {edit(
              MATERIALS,
              '申报材料',
              materials.some((m) => isOpen(unlocked, `files.${m.key}`)),
            )}
          </Heading>
          <dl>
            {materials.map((m) => (
              <div key={m.key}>
                <dt>{m.name}</dt>
                <dd>
                  {files[m.key]?.length ? (
                    <ul>
                      {files[m.key]!.map((f) => (
                        <li key={f.filePath}>
                          {f.fileName} <FileLinks file={f} />
                        </li>
                      ))}
                    </ul>
                  ) : (
                    '无'
                  )}
                  {previous && !same(paths(previous.files[m.key]), paths(files[m.key])) && <span className={styles.changed}>已更换</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}
