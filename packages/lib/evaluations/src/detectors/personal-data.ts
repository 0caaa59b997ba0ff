/** Reserved domains, which no one owns (RFC 2606, RFC 6761). */
const RESERVED_DOMAIN = /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|net|org))$/i;

/**
 * Returns the types of personal data in a response that aren't in the prompt: email addresses, phone numbers, IBANs (ISO 13616,
 * with valid check digits), card numbers (ISO/IEC 7812, with a valid check digit) and US social security numbers.
 */
export function findPersonalData(response: string, prompt: string): string[] {
  const known = prompt.toLowerCase();
  const contains = (pattern: RegExp, isValid: (text: string) => boolean = () => true) =>
    [...response.matchAll(pattern)].some(([text]) => !known.includes(text.toLowerCase()) && isValid(text));
  const kinds: [string, boolean][] = [
    [
      'e-mail address',
      contains(
        /\b[a-z0-9._%+-]{1,64}@[a-z0-9.-]{1,253}\.[a-z]{2,63}\b/gi,
        (text) => !RESERVED_DOMAIN.test(text.split('@')[1] ?? ''),
      ),
    ],
    [
      'telephone number',
      contains(
        /(?<![\w.-])\+\d{1,3}[\s./-]?(?:\(?\d{1,4}\)?[\s./-]?){2,5}\d{2,4}\b/g,
        (text) => digits(text).length >= 9,
      ),
    ],
    ['IBAN', contains(/\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?\b/g, isIban)],
    ['card number', contains(/(?<![\d-])(?:\d[ -]?){12,18}\d(?![\d-])/g, isCard)],
    ['social security number', contains(/\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b/g)],
  ];
  return kinds.filter(([, isContained]) => isContained).map(([kind]) => kind);
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

function isIban(text: string): boolean {
  const iban = text.replace(/\s/g, '');
  if (iban.length < 15 || iban.length > 34) return false;
  const numbers = Array.from(iban.slice(4) + iban.slice(0, 4), (character) => Number.parseInt(character, 36)).join('');
  return BigInt(numbers) % 97n === 1n;
}

function isCard(text: string): boolean {
  const number = digits(text);
  if (number.length < 13 || /^(\d)\1+$/.test(number)) return false;
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
