import { use } from 'react'
import type { Correction, FormMaterial } from '../../contract/declaration.ts'
import { fill, messages } from '../../contract/messages.ts'
import { FileLinks } from './review/file-links.tsx'
import type { Uploaded } from '../kit/upload/upload-state.ts'
import { Uploader } from '../kit/upload/uploader.tsx'
import { DeclareAsContext } from './declare-as.ts'
import { materialId } from '../form/index.ts'
import { FromVault } from './from-vault.tsx'
import question from '../kit/form/question.module.css'

interface Props {
  material: FormMaterial
  files: Uploaded[]
  open: boolean
  correction: Correction | undefined
  error: string | undefined
  onChange(files: Uploaded[]): void
}

/** One material: its description, the reviewer's note, and its files with their states. */
export function MaterialField({ material: m, files, open, correction, error, onChange }: Props) {
  const id = materialId(m)
  const { assisted } = use(DeclareAsContext)
  const old = Array.isArray(correction?.oldValue) ? correction.oldValue.map((f) => (typeof f === 'object' ? f.fileName : f)).join('、') : ''
  return (
    <div className={question.field} role="group" aria-labelledby={`${id}-name`}>
      <span className="field-label" id={`${id}-name`}>
        {m.name}
        {m.required && (
          <span className={question.required} aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </span>
      {m.hint && <p className="meta">{m.hint}</p>}
      {m.blank && (
        <p>
          <a href={`/files/download?filePath=${encodeURIComponent(m.blank.filePath)}`}>下载空白表格：{m.blank.fileName}</a>
        </p>
      )}
      {correction && (
        <p className={question.note}>
          <strong>需补正：</strong>
          {correction.message}
          <span className={question.old}>原文件：{old || messages.none}</span>
        </p>
      )}
      {open && assisted && <FromVault material={m} files={files} onChange={onChange} />}
      {open ? (
        <Uploader
          kind="document"
          id={id}
          label={m.name}
          value={files}
          onChange={onChange}
          rule={{
            accept: m.accept,
            limit: m.maxCount,
            maxMb: m.maxMb,
            ...(m.maxMb === 30 ? {} : { hint: fill(messages.fileTooLarge, { n: m.maxMb }) }),
          }}
        />
      ) : files.length ? (
        <ul>
          {files.map((f) => (
            <li key={f.filePath}>
              {f.fileName} <FileLinks file={f} />
            </li>
          ))}
        </ul>
      ) : (
        <p>{messages.none}</p>
      )}
      {error && <p className="field-error">{error}</p>}
    </div>
  )
}
