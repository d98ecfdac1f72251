// Repeats, sequences and keyboard rows, which the list of common passwords mostly leaves out.

const alphabets = ["0123456789", "abcdefghijklmnopqrstuvwxyz"];

const keyboardRows = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1234567890",
  "!@#$%^&*()",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
];

const minRun = 3;
const maxOthers = 2;

/** True for aaaaaa, 987654321, abcabc, qwe123, aabbcc, abcdef1; the password is in lower case. */
export function isPasswordPattern(password: string): boolean {
  const characters = [...password];
  return (
    new Set(characters).size < 3 ||
    isRepeated(characters) ||
    isMadeOfRuns(characters) ||
    isMadeOfRuns(characters.filter((character, at) => character !== characters[at - 1]))
  );
}

function isRepeated(characters: string[]): boolean {
  for (let length = 1; length <= characters.length / 2; length++) {
    if (characters.slice(length).every((character, at) => character === characters[at])) {
      return true;
    }
  }
  return false;
}

function isMadeOfRuns(characters: string[]): boolean {
  const steps = characters.map((character, at) => stepsBetween(character, characters[at + 1]));
  let others = 0;
  for (let at = 0; at < characters.length; ) {
    const length = runLength(steps, at);
    if (length < minRun) others++;
    at += length < minRun ? 1 : length;
  }
  return others <= maxOthers;
}

type Steps = (number | undefined)[];

function runLength(steps: Steps[], from: number): number {
  const lengths = (steps[from] ?? []).map((step, order) => {
    let length = 1;
    while (step !== undefined && steps[from + length - 1]?.[order] === step) length++;
    return length;
  });
  return Math.max(...lengths);
}

function stepsBetween(one: string, other: string | undefined): Steps {
  const stepIn = (order: string) =>
    other !== undefined && order.includes(one) && order.includes(other)
      ? order.indexOf(other) - order.indexOf(one)
      : undefined;
  return [
    ...alphabets.map((alphabet) => {
      const step = stepIn(alphabet);
      return step === undefined ? undefined : (step + alphabet.length) % alphabet.length;
    }),
    ...keyboardRows.map((row) => {
      const step = stepIn(row);
      return step === 1 || step === -1 ? step : undefined;
    }),
  ];
}
