const RATE = 8000
const HEAD = 44
const MIDDLE = 128

/** A silent sound file: eight bits, one channel. */
export function silentWav(seconds: number): Buffer {
  const size = RATE * seconds
  const file = Buffer.alloc(HEAD + size, MIDDLE)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEAD - 8 + size, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(size, 40)
  return file
}
