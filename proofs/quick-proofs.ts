/**
 * The proofs that `npm test` runs at their quick size: risks that no other test covers, decided by
 * what happens and not by how fast. `npm run proofs` runs all of them at full size.
 */
export const quickProofs =
  /\/(choose|faults|row-(09|11-letter|1[2-6]|21|23-cross|25|26-misused|28|31|40)[-.])/;
