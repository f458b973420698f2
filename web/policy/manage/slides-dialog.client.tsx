import { Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { carousel, carouselPositionLabels, carouselShownPositions, SaveSlides, type Slide } from '../../../contract/policy.ts'
import { messages } from '../../../contract/messages.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { checkValues } from '../../kit/form/form-values.ts'
import { UploadGateContext, type UploadGate } from '../../kit/upload/upload-gate.ts'
import type { Uploaded } from '../../kit/upload/upload-state.ts'
import { Uploader } from '../../kit/upload/uploader.tsx'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import { toast } from '../../toast.ts'

interface Words {
  title: string
  alt: string
}
const stem = (name: string) => name.replace(/\.[^.]+$/, '').slice(0, 60)

/** Adds several slides at once: pictures in order, each with title and alternative text (V026, M052). */
export function SlidesDialog({ onClose, onDone }: { onClose(): void; onDone(): Promise<void> }) {
  const [position, setPosition] = useState<Slide['position']>('home')
  const [files, setFiles] = useState<Uploaded[]>([])
  const [words, setWords] = useState<Record<string, Words>>({})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [gate] = useState<UploadGate>(() => new Map())
  const of = (file: Uploaded): Words => words[file.filePath] ?? { title: stem(file.exName), alt: '' }
  const change = (file: Uploaded, part: Partial<Words>) => setWords((now) => ({ ...now, [file.filePath]: { ...of(file), ...part } }))

  const close = useCloseQuestion(onClose)
  const save = async () => {
    const [unfinished] = gate.values()
    if (unfinished) {
      toast.warning(unfinished, 5)
      return
    }
    const body = { position, slides: files.map((file) => ({ image: file.filePath, ...of(file) })) }
    const wrong = checkValues(SaveSlides, body)
    setFaults(Object.fromEntries(wrong.map((e) => [e.path, e.message])))
    if (wrong.length > 0) return
    setBusy(true)
    try {
      await call(carousel.saveSeveral, { body }, { silent: true })
      toast.success(`已新增 ${files.length} 张，发布后展示`)
      onClose()
      await onDone()
    } catch (error) {
      const { fields, message } = readFailure(error)
      setFaults(fields.length > 0 ? Object.fromEntries(fields.map((f) => [f.path, f.message])) : { '': message })
    } finally {
      setBusy(false)
    }
  }
  const input = (file: Uploaded, key: keyof Words, label: string, max: number) => {
    const fault = faults[`slides.${files.findIndex((f) => f.filePath === file.filePath)}.${key}`]
    return (
      <Form.Item label={label} {...(fault ? { validateStatus: 'error' as const, help: fault } : {})} style={{ margin: '4px 0 0' }} required>
        <Input
          aria-label={`${file.exName} ${label}`}
          aria-invalid={fault !== undefined}
          value={of(file)[key]}
          maxLength={max}
          onChange={(e) => change(file, { [key]: e.target.value })}
        />
      </Form.Item>
    )
  }
  return (
    <Modal
      open
      title="批量新增轮播图"
      width={760}
      onCancel={() => close(files.length > 0)}
      onOk={() => void save()}
      okText={messages.save}
      cancelText={messages.cancel}
      confirmLoading={busy}
      destroyOnHidden
      mask={{ closable: false }}
    >
      <UploadGateContext value={gate}>
        <Form layout="vertical" component="div">
          <Form.Item label="位置">
            <Radio.Group
              aria-label="位置"
              value={position}
              onChange={(e) => setPosition(e.target.value as typeof position)}
              options={carouselShownPositions.map((value) => ({ value, label: carouselPositionLabels[value] }))}
            />
          </Form.Item>
          <Form.Item label="图片" extra="宽图，建议 1200 × 300 像素；文字请写在标题里，不要做在图里；按列出的顺序排在该位置最后">
            <Uploader
              kind="slides"
              label="上传轮播图"
              value={files}
              onChange={setFiles}
              about={(file) => (
                <>
                  {input(file, 'title', '标题', 60)}
                  {input(file, 'alt', '图片说明', 120)}
                </>
              )}
            />
          </Form.Item>
          {(faults.slides ?? faults['']) && (
            <p role="alert" style={{ color: 'var(--error)' }}>
              {faults.slides ?? faults['']}
            </p>
          )}
        </Form>
      </UploadGateContext>
    </Modal>
  )
}
