import { useState } from 'react'
import RichText from '../../kit/rich-text/rich-text.tsx'

/** The tall editor for long texts, with the HTML that it would store. */
export function DemoEditor() {
  const [html, setHtml] = useState('<p>县内企业均可申报。</p>')
  return (
    <>
      <RichText tall aria-label="长文" value={html} onChange={(value) => setHtml(String(value))} />
      <p style={{ marginTop: 8, overflowWrap: 'anywhere' }}>
        将保存为：<output aria-label="将保存的内容">{html}</output>
      </p>
    </>
  )
}
