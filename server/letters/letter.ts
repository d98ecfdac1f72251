export type Letter = { to: string; subject: string; text: string };

/** Writes the letter of a kind to an e-mail, when it goes; nothing where none is due. */
export type LetterKind = (email: string) => Promise<Letter | undefined>;
