import { pushNames, type PushName } from '../../contract/push-names.ts'

export interface Heard {
  name: PushName
  id?: string | number
}

/** The event in a block of lines from our server; null for a keep-alive. */
export function heardIn(block: string): Heard | null {
  const lines = block.split('\n')
  const name = pushNames.find((one) => lines.includes(`event: ${one}`))
  if (!name) return null
  const data = lines.find((line) => line.startsWith('data: '))?.slice(6) ?? '{}'
  try {
    const { id } = JSON.parse(data) as { id?: string | number }
    return id === undefined ? { name } : { name, id }
  } catch {
    return { name }
  }
}

/** Reads a stream to its end; calls `alive` at every keep-alive. */
export async function readStream(body: ReadableStream<Uint8Array>, on: { alive(): void; heard(what: Heard): void }): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    on.alive()
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const heard = heardIn(block)
      if (heard) on.heard(heard)
    }
  }
}
