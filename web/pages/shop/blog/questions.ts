export type Question = {
  id: string;
  topic: "React" | "JavaScript";
  title: string;
  answer: string[];
  code: string;
  note: string;
};

export const questions: Question[] = [
  {
    id: "props-and-state",
    topic: "React",
    title: "What is the difference between props and state?",
    answer: [
      "Props are what a component is given by its parent. It reads them and never changes them. State is what a component remembers by itself from one rendering to the next; it changes it by calling the setter, and React renders again.",
      "So the question is who must know. If only this component does, it is state. If a sibling must know too, the state moves up to the nearest common parent and comes down again as props.",
    ],
    code: `// minimum is a prop, pieces is state
function Quantity({ minimum }) {
  const [pieces, setPieces] = useState(minimum + 1);
  const more = () => setPieces((now) => now + 1);
  return <button onClick={more}>{pieces} pieces</button>;
}`,
    note: "The initial value is read once. If the parent passes another minimum later, the state stays as it is, unless the component is given a new key.",
  },
  {
    id: "keys",
    topic: "React",
    title: "Why does a list need keys, and why not the index?",
    answer: [
      "When a list changes, React has to decide which of the old items is which of the new ones. It asks the keys. An item that keeps its key keeps its DOM node, what was typed into it and its state.",
      "The index says where an item stands, not which one it is. Delete the first of three and the second takes over the key 0, and with it the text that somebody had typed into the first.",
    ],
    code: `// Wrong once the list is sorted or shortened
{parts.map((part, index) => (
  <Row key={index} part={part} />
))}

// Right: the key belongs to the part
{parts.map((part) => (
  <Row key={part._id} part={part} />
))}`,
    note: "Keys must be unique among siblings only. A random key is the worst of all: every rendering throws every item away and builds it again.",
  },
  {
    id: "effects",
    topic: "React",
    title: "When do I need useEffect, and when not?",
    answer: [
      "An effect keeps something outside React in step with what is on the screen: a connection, a timer, the title of the document. It runs after the screen has been updated, and again when one of its dependencies has changed; before that, its cleanup runs.",
      "It is not needed to compute something from props or state, which is done while rendering, nor to answer a click, which is done in the handler of the click.",
    ],
    code: `useEffect(() => {
  const source = new EventSource(address);
  source.onmessage = ({ data }) => setStock(data);
  // The cleanup
  return () => source.close();
  // Again when this changes
}, [address]);

// No effect and no state
const total = price * pieces;`,
    note: "In development, Strict Mode runs every effect twice on purpose. If that breaks something, the cleanup is missing or not complete.",
  },
  {
    id: "closures",
    topic: "JavaScript",
    title: "What is a closure?",
    answer: [
      "A function together with the variables that were in sight where it was written. It can read and change them as long as it lives, also after the function around it has returned.",
      "It holds the variable, not a copy of its value. That is why a counter can count without a global variable, and why a loop with var surprises: all of its functions hold the one and same variable.",
    ],
    code: `function counter() {
  let count = 0; // nobody else can reach it
  return () => ++count;
}
const next = counter();
next(); // 1
next(); // 2

// 3 3 3
for (var i = 0; i < 3; i++) {
  setTimeout(() => console.log(i));
}
// 0 1 2
for (let j = 0; j < 3; j++) {
  setTimeout(() => console.log(j));
}`,
    note: "With let, each iteration of the loop has a variable of its own, so each function closes over another one.",
  },
  {
    id: "event-loop",
    topic: "JavaScript",
    title: "Why does setTimeout with 0 not run at once?",
    answer: [
      "JavaScript runs one thing at a time, to its end. setTimeout only puts the function into a queue of tasks. The next task begins when the running one is over, and only after the queue of microtasks is empty; what follows a promise is a microtask.",
      "So the order is: the code that is running, then all that waits for settled promises, then the timer.",
    ],
    code: `console.log("first");
setTimeout(() => console.log("fourth"), 0);
Promise.resolve().then(() => console.log("third"));
console.log("second");
// first, second, third, fourth`,
    note: "It follows that a long calculation blocks everything, timers and clicks alike. It belongs in a worker, or in pieces.",
  },
  {
    id: "promises",
    topic: "JavaScript",
    title: "Promise.all or Promise.allSettled?",
    answer: [
      "Both wait for many promises at once. Promise.all is for work that is worth something only if all of it succeeds: it rejects with the first failure, at once. Promise.allSettled never rejects; it waits for every promise and tells how each one ended.",
      "Neither stops the others when one fails. They run on; Promise.all drops their results, Promise.allSettled reports them.",
    ],
    code: `// One missing answer makes the page useless
const [part, stock] = await Promise.all([
  getPart(id),
  getStock(id),
]);

// Show what came, say what did not
const answers = await Promise.allSettled(
  ids.map((id) => getPart(id)),
);
const parts = answers
  .filter(({ status }) => status === "fulfilled")
  .map(({ value }) => value);`,
    note: "To really stop what is not needed any more, pass the same AbortSignal to each call and abort it.",
  },
];
