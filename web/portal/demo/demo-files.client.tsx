import { Button } from 'antd'
import { useState } from 'react'
import { UploadGateContext, type UploadGate } from '../../kit/upload/upload-gate.ts'
import type { Uploaded } from '../../kit/upload/upload-state.ts'
import { Uploader } from '../../kit/upload/uploader.tsx'
import { toast } from '../../toast.ts'

/** The other upload components of spec §5: single image, slides, several files, Word. Saving waits for every slide (V026). */
export function DemoFiles() {
  const [gate] = useState<UploadGate>(() => new Map())
  const [slides, setSlides] = useState<Uploaded[]>([])
  const save = () => {
    const [unfinished] = gate.values()
    if (unfinished) toast.warning(unfinished, 5)
    else toast.success(`已保存：${slides.map((s) => s.exName).join('、')}`)
  }
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <section aria-label="单张图片">
        <h3>单张图片</h3>
        <Uploader kind="image" label="上传封面" />
      </section>
      <section aria-label="轮播图">
        <h3>轮播图</h3>
        <UploadGateContext value={gate}>
          <Uploader kind="slides" label="上传轮播图" value={slides} onChange={setSlides} />
        </UploadGateContext>
        <p style={{ marginTop: 8 }}>
          <Button onClick={save}>保存轮播图</Button>
        </p>
      </section>
      <section aria-label="多个文件">
        <h3>多个文件</h3>
        <Uploader kind="files" label="上传多个文件" />
      </section>
      <section aria-label="Word 文件">
        <h3>Word 文件</h3>
        <Uploader kind="word" label="上传 Word 文件" />
      </section>
    </div>
  )
}
