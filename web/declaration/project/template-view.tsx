import { formFieldTypes, reviewSteps, stepModes, type ProjectTemplate } from '../../../contract/declaration.ts'
import { messages } from '../../../contract/messages.ts'
import { labelOf } from '../../kit/options.ts'
import { useOptions } from '../../kit/use-options.ts'
import { choicesText } from './draft.ts'
import { offices } from './option-sources.ts'
import css from './project.module.css'

/** The form of a project that cannot be changed any more, to read. */
export function TemplateView({ template: t }: { template: ProjectTemplate }) {
  const { options } = useOptions(offices)
  return (
    <>
      <section className={css.part}>
        <h2>申报表</h2>
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">分组</th>
                <th scope="col">字段</th>
                <th scope="col">类型</th>
                <th scope="col">必填</th>
                <th scope="col">单位或选项</th>
              </tr>
            </thead>
            <tbody>
              {t.sections.flatMap((s) =>
                s.fields.map((f) => (
                  <tr key={f.key}>
                    <td>{s.title}</td>
                    <td>
                      {f.label}
                      {f.key === t.amountField && '（申请金额）'}
                    </td>
                    <td>{formFieldTypes[f.type]}</td>
                    <td>{f.required ? '是' : '否'}</td>
                    <td>{f.unit ?? (choicesText(f.options).replaceAll('\n', '、') || messages.none)}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      </section>
      <section className={css.part}>
        <h2>申报材料</h2>
        {t.materials.length === 0 ? (
          <p className={css.note}>本项目不需要材料</p>
        ) : (
          <ul className={css.lines}>
            {t.materials.map((m) => (
              <li key={m.key}>
                {m.name}（{m.required ? '必交' : '选交'}，{m.accept.map((a) => a.slice(1)).join('、')}，单个不超过 {m.maxMb} MB，最多{' '}
                {m.maxCount} 个）
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={css.part}>
        <h2>审核环节</h2>
        <ol className={css.lines}>
          {t.steps.map((s) => (
            <li key={s.step}>
              {reviewSteps[s.step].label}：{s.officeId === null ? '任何有权限的部门' : labelOf(options, s.officeId)}，{stepModes[s.mode]}
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
