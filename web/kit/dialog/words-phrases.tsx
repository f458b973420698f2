import { Tag as AntTag } from 'antd'

/** Prepared sentences: a chosen one is added to the words, and taken out again. */
export function WordsPhrases({ words, phrases, onChange }: { words: string; phrases: readonly string[]; onChange(words: string): void }) {
  const change = (phrase: string, taken: boolean) =>
    onChange(
      taken
        ? [words, phrase].filter(Boolean).join('；')
        : words
            .split('；')
            .filter((one) => one !== phrase)
            .join('；'),
    )
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
      {phrases.map((phrase) => (
        <AntTag.CheckableTag key={phrase} checked={words.includes(phrase)} onChange={(taken) => change(phrase, taken)}>
          {phrase}
        </AntTag.CheckableTag>
      ))}
    </div>
  )
}
