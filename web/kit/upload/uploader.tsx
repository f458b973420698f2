import { App, Button, Progress } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { messages } from '../../../contract/messages.ts'
import { toast } from '../../toast.ts'
import { Icon } from '../icons.tsx'
import { StoredPicture, FileLink } from './stored-file-view.tsx'
import { useUploadGate } from './upload-gate.ts'
import { takeFiles, typesToSay, uploadRule, type UploadKind, type UploadRule } from './upload-rules.ts'
import { refuseUnfinished, stateText, type Uploaded, type UploadItem } from './upload-state.ts'
import css from './upload.module.css'
import { useUpload } from './use-upload.ts'
import { showSize } from '../form/values.ts'

interface Props {
  kind: UploadKind
  value?: readonly Uploaded[] | undefined
  onChange?: (files: Uploaded[]) => void
  id?: string
  label?: string
  rule?: Partial<Pick<UploadRule, 'accept' | 'limit' | 'maxMb' | 'hint'>>
  disabled?: boolean
  /** further inputs below the name of a finished file */
  about?: (file: Uploaded) => ReactNode
}
const none: readonly Uploaded[] = []

/**
 * Upload widgets of spec §5: sheet, document, single image, images, several files. Each file is checked before it is sent, shows its
 * progress or its error, and can be retried or removed.
 */
export function Uploader({ kind, value = none, onChange, id, label = '上传文件', rule: own = {}, disabled = false, about }: Props) {
  const { modal } = App.useApp()
  const rule = uploadRule(kind, own)
  const slides = kind === 'slides'
  const picture = slides || kind === 'image' || kind === 'images'
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const unnamed = useId()
  const refusalId = useId()
  const uploads = useUpload(
    value,
    (files) => onChange?.(files),
    {
      done: () => toast.success(kind === 'sheet' ? messages.uploaded : messages.uploadedBang, 3),
      // The first upload component shows its failure in an alert titled 提示 (spec §8); the others in a toast.
      failed: () => {
        if (kind === 'sheet') modal.error({ title: messages.notice, content: messages.uploadFailedBang, okText: messages.confirm })
        else toast.error(messages.uploadFailedBang, 3)
      },
    },
    rule.replaces,
  )
  useUploadGate(id ?? unnamed, picture ? refuseUnfinished(uploads.items) : uploads.pending ? '请等待文件上传完成' : null)

  const take = (list: FileList | null) => {
    const chosen = [...(list ?? [])]
    const { taken, refused } = takeFiles(chosen, uploads.items.length, rule)
    // A toast disappears in seconds: the reason also stays at the field until the next choice, linked for screen readers.
    setRefusals(chosen.length === 1 && refused.length === 1 ? [`${chosen[0]!.name}：${refused[0]}`] : refused)
    for (const why of refused) {
      if (why === rule.tooMany) toast.warning(why, 3)
      else toast.error(why, 3)
    }
    if (taken.length > 0) {
      // A new choice drops earlier failures; the present picture is replaced when the new one is uploaded.
      if (rule.replaces) for (const item of uploads.items) if (item.state !== 'done') uploads.remove(item.id)
      uploads.add(taken)
    }
    if (input.current) input.current.value = ''
  }
  const remove = (item: UploadItem) => {
    uploads.remove(item.id)
    if (picture) toast.error(messages.imageDeleted, 3)
    input.current?.focus()
  }
  const { list, move } = useMoving(uploads)
  const full = uploads.items.length >= rule.limit

  return (
    <div
      className={css.box}
      data-over={over || undefined}
      onDragOver={(e) => {
        e.preventDefault()
        if (!disabled) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault()
        setOver(false)
        if (!disabled) take(e.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        id={id}
        type="file"
        className={css.input}
        aria-label={label}
        aria-describedby={refusals.length > 0 ? refusalId : undefined}
        accept={rule.accept.join(',')}
        multiple={rule.limit > 1}
        disabled={disabled}
        onChange={(e) => take(e.target.files)}
      />
      <div className={css.pick}>
        <Button icon={<Icon name="upload" />} disabled={disabled} onClick={() => input.current?.click()} tabIndex={-1} aria-hidden="true">
          {full && rule.replaces ? '更换图片' : picture ? '选择图片' : '选择文件'}
        </Button>
        <Hint rule={rule} picture={picture} />
      </div>
      {refusals.length > 0 && <Refusals id={refusalId} refusals={refusals} />}
      {uploads.items.length > 0 && (
        <ul ref={list} className={slides ? css.slides : picture ? css.pictures : css.files}>
          {uploads.items.map((item, at) => (
            <li key={item.id} data-item={item.id} data-state={item.state}>
              <About item={item} picture={picture} about={about} />
              <span className={css.tools}>
                {slides && !disabled && (
                  <Movers name={item.name} first={at === 0} last={at === uploads.items.length - 1} onMove={(by) => move(item, by)} />
                )}
                {item.state === 'failed' && (
                  <Button size="small" type="link" onClick={() => uploads.retry(item.id)} aria-label={`重试 ${item.name}`}>
                    重试
                  </Button>
                )}
                {!disabled && (
                  <Button size="small" type="link" danger onClick={() => remove(item)} aria-label={`删除 ${item.name}`}>
                    删除
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Keeps the keyboard focus on the button of a moved row. */
function useMoving({ items, move: step }: Pick<ReturnType<typeof useUpload>, 'items' | 'move'>) {
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<{ id: string; way: string; from: number } | null>(null)
  useEffect(() => {
    // Another change of the list may be drawn first (an upload that ends).
    if (!moved.current || items[moved.current.from]?.id === moved.current.id) return
    const { id, way } = moved.current
    moved.current = null
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-item="${id}"] [data-move]`) ?? [])]
    ;(buttons.find((b) => b.dataset.move === way && !b.disabled) ?? buttons.find((b) => !b.disabled))?.focus()
  }, [items])
  return {
    list,
    move: (item: UploadItem, by: -1 | 1) => {
      moved.current = { id: item.id, way: String(by), from: items.indexOf(item) }
      step(item.id, by)
    },
  }
}

/** The accepted files and their limits. */
const Hint = ({ rule, picture }: { rule: UploadRule; picture: boolean }) => (
  <span className={css.hint}>
    {rule.hint}
    {typesToSay(rule) && `，支持 ${typesToSay(rule)}`}
    {rule.limit > 1 && `，最多 ${rule.limit} ${picture ? '张' : '个'}`}
  </span>
)

/** Why files were refused; shown until the next choice. */
const Refusals = ({ id, refusals }: { id: string; refusals: readonly string[] }) => (
  <div id={id}>
    {refusals.map((why) => (
      <p key={why} className={css.refusal}>
        {why}
      </p>
    ))}
  </div>
)

/** The file, its progress, and its further inputs. */
const About = ({ item, picture, about }: { item: UploadItem; picture: boolean; about: Props['about'] }) => (
  <>
    {picture && item.filePath ? (
      <StoredPicture filePath={item.filePath} alt={item.name} />
    ) : (
      <Icon name={picture ? 'image' : 'file'} size={picture ? 28 : 16} />
    )}
    <div className={css.about}>
      <span className={css.name} title={item.name}>
        {item.filePath && !picture ? <FileLink filePath={item.filePath} name={item.name} icon={false} /> : item.name}
      </span>
      <span className={css.state} role="status">
        {item.size > 0 && `${showSize(item.size)} · `}
        {stateText(item)}
      </span>
      {item.state === 'uploading' && <Progress percent={item.percent} size="small" showInfo={false} aria-label={`${item.name} 上传进度`} />}
      {about && item.filePath && about({ filePath: item.filePath, fileName: item.fileName ?? item.name, exName: item.name })}
    </div>
  </>
)

function Movers({ name, first, last, onMove }: { name: string; first: boolean; last: boolean; onMove(by: -1 | 1): void }) {
  return (
    <>
      <Button size="small" type="link" data-move="-1" disabled={first} onClick={() => onMove(-1)} aria-label={`上移 ${name}`}>
        上移
      </Button>
      <Button size="small" type="link" data-move="1" disabled={last} onClick={() => onMove(1)} aria-label={`下移 ${name}`}>
        下移
      </Button>
    </>
  )
}
